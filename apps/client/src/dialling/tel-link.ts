const schemes = /^(tel|callto|web\+tel|web\+callto):(\/\/)?/i;

/** The number in a `tel:` or `web+callto:` link, as the browser hands it over; a number alone stays as it is. */
export function numberOfTelLink(link: string): string {
  const number = link.trim().replace(schemes, '').split(/[;?]/)[0] ?? '';
  try {
    return decodeURIComponent(number).trim();
  } catch {
    return number;
  }
}
