/** Opens the mail program with a mail to this address. */
export function openMail(address: string): void {
  const link = document.createElement('a');
  link.href = `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
  document.body.append(link);
  link.click();
  link.remove();
}
