/** Custom property of the page: how far below its upper edge banner and toolbar end; missing where there is neither. */
export const bannerBottom = '--banner-bottom';

const kept = new Set<HTMLElement>();

const tell = (): void => {
  const { style } = document.documentElement;
  const bottoms = [...kept].map((element) => Math.ceil(element.getBoundingClientRect().bottom));
  if (bottoms.length === 0) style.removeProperty(bannerBottom);
  else style.setProperty(bannerBottom, `${Math.max(...bottoms)}px`);
};

/**
 * Tells the page where this element ends, of several the lowest, for as long as it is there and wherever it moves, so that
 * floating elements keep clear of it. Returns the way to stop; made to be the `ref` of the element.
 */
export function keepClear(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  kept.add(element);
  // It moves where an element above it grows.
  const observer = new ResizeObserver(tell);
  for (const each of [element, element.parentElement]) if (each) observer.observe(each);
  tell();
  return () => {
    observer.disconnect();
    kept.delete(element);
    tell();
  };
}
