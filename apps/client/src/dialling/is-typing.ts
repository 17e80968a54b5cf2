/** Whether the next key would be written into a field. */
export function isTyping(): boolean {
  return document.activeElement?.matches(':read-write, select') ?? false;
}
