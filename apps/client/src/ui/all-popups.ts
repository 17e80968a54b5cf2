// What opens over the page, as one piece: all of it is built on the same code of Base UI.
export { RealContextMenu } from './popups/RealContextMenu.tsx';
export { RealDialog } from './popups/RealDialog.tsx';
export { RealLargeDialog } from './popups/RealLargeDialog.tsx';
export * from './popups/RealMenu.tsx';
export { RealPopover } from './popups/RealPopover.tsx';
export { RealSlideOver } from './popups/RealSlideOver.tsx';
export { RealToasts } from './popups/RealToasts.tsx';
export { RealTooltip } from './popups/RealTooltip.tsx';
