/** The number in a `tel:` link, as the browser hands it over. */
export function numberOfTelLink(link: string): string {
  const number = link.replace(/^(web\+)?tel:/i, '').split(';')[0] ?? '';
  try {
    return decodeURIComponent(number);
  } catch {
    return number;
  }
}
