/**
 * Runs in the page: words that do not fit, each with what they stand in. Text that ends in an ellipsis on purpose is none,
 * nor is what lies in an area that scrolls.
 */
export function misfitsInPage(): string[] {
  const found = new Set<string>();
  const shortened = (text: string | null) => (text ?? '').trim().replace(/\s+/g, ' ').slice(0, 80);
  const scrolls = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));

  if (document.documentElement.scrollWidth > innerWidth) found.add('the page is wider than the window');
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const text = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.nodeValue);
    if (
      shortened(text.join('')) === '' ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    // Words for screen readers alone lie in a box of one pixel.
    if (box.width <= 1 || box.height <= 1) continue;
    const isCut = /hidden|clip/.test(style.overflowX) && style.textOverflow !== 'ellipsis';
    if (isCut && element.scrollWidth > element.clientWidth + 1) found.add(`cut off: ${shortened(element.textContent)}`);
    if ((box.right > innerWidth + 1 || box.left < -1) && box.top < innerHeight && !scrolls(element.parentElement)) {
      found.add(`beside the window: ${shortened(element.textContent)}`);
    }
  }
  return [...found];
}
