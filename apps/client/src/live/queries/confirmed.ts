import type { ShownChange } from '../store/live-store.ts';

/**
 * Has the server do what is shown already (`shown`, from `patchLive`). Where it fails, the earlier values are shown
 * again, and the failure is thrown.
 */
export async function confirmed<Result>(shown: readonly ShownChange[], order: () => Promise<Result>): Promise<Result> {
  let result: Result;
  try {
    result = await order();
  } catch (error) {
    for (const change of shown) change.takeBack();
    throw error;
  }
  for (const change of shown) change.confirm();
  return result;
}
