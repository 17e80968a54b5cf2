/** Whether the next key would be written somewhere. */
export function isTyping(): boolean {
  return document.activeElement?.matches(':read-write, select') ?? false;
}
