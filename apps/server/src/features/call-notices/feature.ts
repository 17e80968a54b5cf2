import type { Feature } from '../../requests/feature.ts';
import { callNotices } from './call-notices.ts';

/** What users are told after a call. */
export const callNoticesFeature = (deps: Parameters<typeof callNotices>[0]): Feature => ({
  hears: () => callNotices(deps),
});
