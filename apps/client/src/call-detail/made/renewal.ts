import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { MadeBy, PartRenewal } from '@sidetone/contract/entities/documentation.ts';
import type { RenewablePart } from '@sidetone/contract/http/documentation-routes.ts';

type Parts = Pick<InboxRow, 'documentation'>;

/** Of these parts, those that are made. */
export const madeOf = ({ documentation }: Parts, parts: readonly RenewablePart[]): RenewablePart[] =>
  parts.filter((part) => documentation[part]?.status === 'success');

/** What made these parts: the first that says so; null for older ones. */
export const makerOf = ({ documentation }: Parts, parts: readonly RenewablePart[]): MadeBy | null =>
  parts.map((part) => documentation[part]?.madeBy ?? null).find((maker) => maker !== null) ?? null;

/** How far it is with what was asked for once more: what is waited for comes before what failed. */
export function renewalOf({ documentation }: Parts, parts: readonly RenewablePart[]): PartRenewal | null {
  const renewals = parts.flatMap((part) => documentation[part]?.renewal ?? []);
  return renewals.find(({ status }) => status === 'waiting') ?? renewals[0] ?? null;
}

/** What people ticked, pinned or dismissed, which may be lost where other words stand behind the new points. */
export function changedByPeople({ documentation }: Parts, parts: readonly RenewablePart[]): number {
  const ticked = documentation.actionItem?.items.filter(({ checked }) => checked).length ?? 0;
  const pinned = documentation.smallTalk?.items.filter((item) => item.pinned || item.dismissed).length ?? 0;
  return (parts.includes('actionItem') ? ticked : 0) + (parts.includes('smallTalk') ? pinned : 0);
}

/** Whether its transcript is gone that it was made of. */
export const hasLostItsWords = ({ documentation }: Parts, maker: MadeBy | null): boolean =>
  maker?.kind === 'model' && documentation.transcription === undefined;

/** By what parts can be made once more; nothing where it would come to the same. */
export function waysToRenew(maker: MadeBy | null, hasService: boolean): MadeBy['kind'][] {
  if (maker?.kind === 'basic') return hasService ? ['model'] : [];
  return hasService ? ['model', 'basic'] : ['basic'];
}
