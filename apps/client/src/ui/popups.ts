// The door of what opens over the page, for rooms that have it loaded before it is drawn.
export { loadPopups, popupsComeBy } from './popups/parts.ts';
