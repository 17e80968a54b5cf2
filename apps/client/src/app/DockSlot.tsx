/** Where a running call lives. */
export function DockSlot() {
  return null;
}
