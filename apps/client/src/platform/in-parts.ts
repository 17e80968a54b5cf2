/**
 * Sends a list to a server that takes a limited number at a time, part after part; ends at the first part that fails.
 */
export async function inParts<One>(
  all: readonly One[],
  most: number,
  give: (part: One[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < all.length; from += most) await give(all.slice(from, from + most));
}
