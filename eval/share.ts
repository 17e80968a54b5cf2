/** Found of what was there. */
export interface Share {
  found: number;
  of: number;
}
