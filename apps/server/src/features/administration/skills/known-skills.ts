import type { SkillNeed, SkillProblem } from '@sidetone/contract/entities/skill.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Writer } from '../../../storage/writer.ts';

/** Settings may ask for no skill but those of this account. Throws `Refusal` NOT_FOUND with the field. */
export async function refuseUnknownSkills(
  trx: Writer,
  accountId: string,
  skills: readonly SkillNeed[],
  path: string,
): Promise<void> {
  if (skills.length === 0) return;
  const wanted = skills.map(({ skillId }) => skillId);
  const known = await trx
    .selectFrom('skills')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', wanted)
    .execute();
  if (known.length === new Set(wanted).size) return;
  const message: SkillProblem = 'gone';
  throw new Refusal('NOT_FOUND', 'There is no such skill.', { issues: [{ path, message }] });
}
