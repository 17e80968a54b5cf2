/** Custom property of the page: how far below its upper edge the banner ends; missing where there is none. */
export const bannerBottom = '--banner-bottom';

/**
 * Tells the page where this element ends, for as long as it is there and wherever it moves, so that floating elements
 * keep clear of it. Returns the way to stop; made to be the `ref` of the element.
 */
export function keepClear(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  const { style } = document.documentElement;
  const tell = () => style.setProperty(bannerBottom, `${Math.ceil(element.getBoundingClientRect().bottom)}px`);
  // It moves where an element above it grows.
  const observer = new ResizeObserver(tell);
  for (const each of [element, element.parentElement]) if (each) observer.observe(each);
  tell();
  return () => {
    observer.disconnect();
    style.removeProperty(bannerBottom);
  };
}
