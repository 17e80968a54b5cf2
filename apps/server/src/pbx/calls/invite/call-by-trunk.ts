import { normalizeNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import type { DirectoryChannel, OutsideLines } from '../../ports.ts';
import { companyAway } from '../trunk-stage.ts';
import { judgeOutsider } from './judge-outsider.ts';
import { retryAfterSeconds } from './limit-calls.ts';
import { isHidden } from './shown-to-callee.ts';
import { type Found, type Identified, type InviteDesk, InviteRefused } from './steps.ts';

type ByTrunk = Extract<Found['called'], { kind: 'trunk' }>;

/** How far a call goes that begins here. */
const maxForwards = 70;

/** A call to somebody else's number: by the trunks of the account, with the number that its caller chose to show. */
export async function callByTrunk(
  given: Identified,
  { lines }: InviteDesk,
  number: string,
): Promise<Found | InviteRefused> {
  const left = (await lines?.waysOut(given.caller.accountId)) ?? [];
  if (!lines || left.length === 0) return new InviteRefused(503, 'No Trunk', 'NO_TRUNK');
  const sender = await senderOf(given, lines);
  if (sender instanceof InviteRefused) return sender;
  const { identity, isHidden } = sender;
  return {
    ...given,
    called: {
      kind: 'trunk',
      number,
      isHidden,
      plan: { kind: 'trunks', number, identity, isEmergency: false, maxForwards, left },
    },
  };
}

/** A call to a number of another account on this server: it shows what a call by a trunk would. */
export async function callOtherAccount(
  given: Identified,
  desk: InviteDesk,
  channel: DirectoryChannel,
  number: string,
): Promise<Found | InviteRefused> {
  const { lines } = desk;
  const sender = lines ? await senderOf(given, lines) : null;
  if (sender instanceof InviteRefused) return sender;
  const { accountId, ownerUserId } = channel;
  const shown = sender ? (sender.isHidden ? null : sender.identity) : given.sender.number;
  const reaches = await judgeOutsider(desk, { accountId, ownerUserId, number: shown });
  if (reaches instanceof InviteRefused) return reaches;
  return {
    ...given,
    called: { kind: 'channel', channel, number, ...(sender && { shows: sender }), ...(reaches && { reaches }) },
  };
}

/**
 * A call to a number of a company at home at another node: by the line to that node, and where that does not take it by what leads
 * outside from here. It shows what a call by a trunk would; whom the company refuses is for its own node to say.
 */
export async function callOtherNode(
  given: Identified,
  { lines, purpose }: InviteDesk,
  { accountId, number }: { readonly accountId: string; readonly number: string },
  callOut: () => Promise<Found | InviteRefused>,
): Promise<Found | InviteRefused> {
  const line = (await lines?.wayToCompany?.(accountId)) ?? null;
  if (!lines || line === null) {
    const byOwnWay = await callOut();
    return byOwnWay instanceof InviteRefused && byOwnWay.code === 'NO_TRUNK' ? companyIsAway() : byOwnWay;
  }
  const sender = await senderOf(given, lines);
  if (sender instanceof InviteRefused) return sender;
  const { identity, isHidden } = sender;
  const { caller } = given;
  const permits = { accountId: caller.accountId, userId: caller.userId, kind: purpose ?? ('call' as const) };
  const company = { accountId, looksAgain: true, permits };
  const left = [line, ...(await lines.waysOut(caller.accountId))];
  const plan = { kind: 'trunks', number, identity, isEmergency: false, maxForwards, left, company } as const;
  return { ...given, called: { kind: 'trunk', number, isHidden, plan } };
}

/** Clients say that who is called cannot be reached now. */
const companyIsAway = () => new InviteRefused(companyAway.status, companyAway.phrase, 'UNAVAILABLE', retryAfterSeconds);

/** A call for help: by the trunks that are marked for it, and never without a number. */
export async function callForHelp(
  given: Identified,
  { lines }: InviteDesk,
  number: string,
): Promise<Found | InviteRefused> {
  const left = (await lines?.emergencyWays(given.caller.accountId)) ?? [];
  if (!lines || left.length === 0) return new InviteRefused(503, 'No Emergency Trunk', 'NO_EMERGENCY_TRUNK');
  const sender = await senderOf(given, lines);
  const identity = sender instanceof InviteRefused ? await ownNumberOf(given, lines) : sender.identity;
  const location = await lines.emergencyAddress(given.caller.userId);
  const plan = { kind: 'trunks', number, identity, isEmergency: true, location, maxForwards, left } as const;
  return { ...given, called: { kind: 'trunk', number, isHidden: false, plan } };
}

/**
 * The number of a caller, and whether the callee may learn it: what was chosen for this call, else what the caller chose
 * for the channel, else the number of the channel. A number that is none of theirs is refused.
 */
async function senderOf(
  given: Identified,
  lines: OutsideLines,
): Promise<(Pick<ByTrunk, 'isHidden'> & { identity: string | null }) | InviteRefused> {
  const { caller, sender } = given;
  const own = await ownNumberOf(given, lines);
  // Clients name the channel's own number where nothing else was chosen.
  const wanted = sender.wanted === sender.number ? null : sender.wanted;
  const chosen = wanted ?? (await lines.chosenSender(sender.channelId, caller.userId));
  if (chosen === null) return { identity: own, isHidden: false };
  if (isHidden(chosen)) return { identity: own, isHidden: true };
  // Clients leave the plus out of numbers in E.164; an extension means nothing outside.
  const digits = /^[1-9][0-9]{6,14}$/.test(chosen) ? `+${chosen}` : null;
  const numbers = [normalizeNumber(chosen, { ...caller, outsidePrefix: '' }), digits].filter((one) => one !== null);
  if (numbers.length === 0 || numbers.some((one) => one === own)) return { identity: own, isHidden: false };
  for (const number of numbers) {
    if (await lines.mayShow(caller, number)) return { identity: number, isHidden: false };
  }
  if (wanted === null) return { identity: own, isHidden: false };
  return new InviteRefused(403, 'Not Your Number', 'SENDER_NOT_ALLOWED');
}

const ownNumberOf = async ({ caller, sender }: Identified, lines: OutsideLines): Promise<string | null> =>
  sender.number ?? caller.number ?? (await lines.mainNumber(caller.accountId));
