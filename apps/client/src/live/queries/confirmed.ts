/**
 * Has the server do what is shown already. Where it fails, `takeBack` (from `patchLive`) shows the earlier values
 * again, and the failure is thrown.
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
