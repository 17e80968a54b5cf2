/** Opens the program for mail with a letter to this address. */
export function openMail(address: string): void {
  const link = document.createElement('a');
  link.href = `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
  document.body.append(link);
  link.click();
  link.remove();
}
