import { flags } from '@sidetone/contract/entities/flags.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import { isSpecialDial } from '@sidetone/contract/rules/doc-id.ts';
import { emergencyNumberOf } from '@sidetone/contract/rules/numbers/dialable.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import type { ClassicDoor } from './classic-door.ts';
import { keyedCommands } from './keyed-commands.ts';
import { phoneToCallWith } from './phone-to-call-with.ts';

const noPhone = { phoneId: null, ownNumber: null };

type ClassicDesk = ClassicDoor & {
  readonly db: Database;
  /** The live calls of a user, and those that have just ended. */
  liveCalls(userId: string): readonly OngoingCall[];
};

/**
 * The call service of the classic generation: the server calls on its clients' behalf. Everyone commands their own calls
 * alone.
 */
export const classicRoutes = (desk: ClassicDesk): Answer[] => [
  ...peerAnswers(desk),
  ...startAnswers(desk),
  ...callAnswers(desk),
  transferAnswer(desk),
  ...recordingAnswers(desk),
];

/** How the exchange names the user's call with this id, whatever generation it is of. */
const named = (calls: ClassicDoor['calls'], userId: string, callId: string) => ({
  id: calls.find(userId, callId)?.sipCallId ?? callId,
});

/** The audio of one device. */
function peerAnswers({ calls }: ClassicDesk): Answer[] {
  return [
    answer(routes.openPeer, async ({ caller, params, body }) => ({
      sdp: await carriedOut(() => calls.openPeer(caller, params.deviceId, body.targetCallId)),
    })),
    answer(routes.updatePeer, async ({ caller, params, body }) => ({
      sdp: await carriedOut(async () => {
        if (body.type === 'offer') return await calls.restartPeer(caller.userId, params.deviceId, body.sdp);
        calls.answerPeer(caller.userId, params.deviceId, body.sdp);
        return null;
      }),
    })),
    answer(routes.closePeer, ({ caller, params }) => {
      calls.closePeer(caller.userId, params.deviceId);
      return {};
    }),
  ];
}

function startAnswers({ db, calls, commands }: ClassicDesk): Answer[] {
  return [
    answer(routes.tellRinging, ({ caller }) => {
      calls.clientCame(caller.userId);
      return {};
    }),
    answer(routes.startPhoneCall, async ({ caller, body, address }) => {
      const { phoneNumber, senderPhoneNumber, deviceId, clientId, channelId, sessionId, phoneId } = body;
      // Feature codes and short numbers are the exchange's own business and need no phone; help needs none either.
      const { isForHelp } = await admit(db, caller.accountId, phoneNumber, body.hasNeoPbx);
      const needsNone = isForHelp || (phoneId === null && isSpecialDial(phoneNumber));
      const phone = needsNone ? noPhone : await phoneToCallWith(db, caller.userId, phoneId, senderPhoneNumber);
      return {
        callId: await carriedOut(() =>
          calls.start(caller, { ...phone, number: phoneNumber, deviceId, clientId, channelId, sessionId, address }),
        ),
      };
    }),
    answer(routes.startCall, async ({ caller, body }) => {
      const { targetPhoneNumber, senderPhoneNumber = null, channelId = null, sessionId = null } = body;
      const target = { number: targetPhoneNumber, ownNumber: senderPhoneNumber, channelId, sessionId };
      await admit(db, caller.accountId, targetPhoneNumber, body.hasNeoPbx);
      const { startCall } = commands;
      if (!startCall) throw new Refusal('UNAVAILABLE', 'This server cannot start calls this way.');
      return await carriedOut(() => startCall(caller.userId, target));
    }),
  ];
}

/** Calls that ring or talk. */
function callAnswers({ calls, commands }: ClassicDesk): Answer[] {
  return [
    answer(routes.endCall, async ({ caller, params }) => {
      await carriedOut(async () => {
        if (calls.find(caller.userId, params.id)) calls.hangUp(caller.userId, params.id);
        else await commands.hangUp(caller.userId, { id: params.id });
      });
      return {};
    }),
    answer(routes.acceptCall, async ({ caller, params, body }) => {
      await carriedOut(() => calls.accept(caller.userId, params.id, body.clientId));
      return {};
    }),
    answer(routes.rejectCall, async ({ caller, params }) => {
      await carriedOut(() => calls.reject(caller.userId, params.id, params.reason, caller.grantId));
      return {};
    }),
    answer(routes.holdClassicCall, async ({ caller, params }) => {
      await carriedOut(() => commands.hold(caller.userId, named(calls, caller.userId, params.id), true));
      return {};
    }),
    answer(routes.unholdClassicCall, async ({ caller, params }) => {
      await carriedOut(() => commands.hold(caller.userId, named(calls, caller.userId, params.id), false));
      return {};
    }),
  ];
}

const transferAnswer = ({ calls, commands }: ClassicDesk): Answer =>
  answer(routes.transferClassicCall, async ({ caller, params }) => {
    const { userId } = caller;
    const { id, targetId } = params;
    const call = named(calls, userId, id);
    const other = calls.find(userId, targetId);
    calls.tellOfTransfer(userId, id, 'transferring', null);
    try {
      await carriedOut(async () => {
        // A number has no dashes; an id that is none of the user's calls is told as such.
        if (targetId.includes('-')) await commands.joinCalls(userId, call, { id: other?.sipCallId ?? targetId });
        else await commands.transferBlindly(userId, call, targetId.replace(/^00/, '+'));
      });
    } catch (error) {
      calls.tellOfTransfer(userId, id, 'transfer-failed', null);
      throw error;
    }
    calls.tellOfTransfer(userId, id, 'transferred', null);
    return {};
  });

/** Recordings and keys. */
function recordingAnswers({ liveCalls, calls, commands }: ClassicDesk): Answer[] {
  const keyed = keyedCommands({ liveCalls, calls, commands, now: () => Date.now() });
  return [
    answer(routes.startClassicRecording, async ({ caller, params, body }) => {
      const how = { speakers: body.speakers, mode: body.recordingMode };
      return await carriedOut(() =>
        commands.startRecording(caller.userId, named(calls, caller.userId, params.id), how),
      );
    }),
    answer(routes.stopClassicRecordings, async ({ caller, params }) => {
      await carriedOut(() =>
        commands.changeRecording(caller.userId, named(calls, caller.userId, params.id), null, 'stopped'),
      );
      return {};
    }),
    answer(routes.sendClassicTones, async ({ caller, params, body }) => {
      await carriedOut(() => keyed(caller.userId, params.id, body.sequence, body.source), 'BAD_REQUEST');
      return {};
    }),
  ];
}

/**
 * Does what was commanded; a command that the exchange cannot carry out is refused in the API's words. `badTarget`: how a
 * number is refused that nobody can be called at.
 */
const carriedOut = async <T>(
  command: () => T | Promise<T>,
  badTarget: 'CONFLICT' | 'BAD_REQUEST' = 'CONFLICT',
): Promise<T> => {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'CallCommandError') throw error;
    const { code } = error as Error & { readonly code: string };
    if (code === 'NO_SUCH_CALL') throw notFound('call');
    if (code === 'DESTINATION_BARRED' || code === 'LIMIT_REACHED')
      throw new Refusal(code, error.message, { cause: error });
    if (code === 'STORAGE_FULL') throw new Refusal('COMPANY_STORAGE_FULL', error.message, { cause: error });
    if (code === 'BAD_TARGET') throw new Refusal(badTarget, error.message, { cause: error });
    throw new Refusal(code === 'MEDIA_FAILED' ? 'UNAVAILABLE' : 'CONFLICT', error.message, { cause: error });
  }
};

/**
 * Lets a call begin in the generation that it was meant for, and throws `Refusal` CONFLICT in the other one (SAPI-058). A
 * call for help begins in both: it leaves by the trunk that is marked for it, no matter which phone was chosen.
 */
const admit = async (
  db: Database,
  accountId: string,
  number: string,
  hasNeoPbx: boolean | null | undefined,
): Promise<{ readonly isForHelp: boolean }> => {
  const account = await db
    .selectFrom('accounts')
    .select(['country', 'area_code', 'number_plan', 'flags'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) return { isForHelp: false };
  const place = numberPlaceOf(account.country, account.area_code, account.number_plan);
  const isForHelp = emergencyNumberOf(number, place) !== null;
  const isMeant = hasNeoPbx == null || flags.parse(account.flags).hasNeoPbx === hasNeoPbx;
  if (isForHelp || isMeant) return { isForHelp };
  throw new Refusal('CONFLICT', 'Your company has the other generation of the phone system by now.');
};
