/**
 * Has the server do what is shown already. Where it fails, `takeBack` (what `patchLive` gave) shows what was there before, and
 * the failure is thrown.
 */
export async function confirmed<Result>(
  takeBack: readonly (() => void)[],
  order: () => Promise<Result>,
): Promise<Result> {
  try {
    return await order();
  } catch (error) {
    for (const back of takeBack) back();
    throw error;
  }
}
