import { z } from 'zod';
import { callSettings } from './call-settings.ts';
import { pictureUrl } from './common.ts';
import { flags } from './flags.ts';
import { numberPlanRules } from './number-plan.ts';

/**
 * A company that uses the phone system. `country` and `areaCode` say how numbers dialled without a prefix are read.
 * ENT-001
 */
export const account = z.object({
  id: z.string().min(1),
  name: z.string(),
  logoUrl: pictureUrl.nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/),
  /** Without the trunk prefix: `30` for Berlin. */
  areaCode: z.string().regex(/^[0-9]*$/),
  /** IANA name. Days and clock times of calls are told in it. */
  timeZone: z.string().min(1),
  flags,
  callSettings: callSettings.default(() => callSettings.parse({})),
  /** What else dialled numbers mean: prefixes, short codes, emergency numbers of its own. */
  numberPlan: numberPlanRules.default(() => numberPlanRules.parse({})),
});
export type Account = z.infer<typeof account>;
