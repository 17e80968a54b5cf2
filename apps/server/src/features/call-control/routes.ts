import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { asRefusal } from '../../requests/refusal.ts';
import type { CallControl } from './call-control.ts';

/** Commands for live calls of the caller, by Call-ID and by inbox event or session; the same for both generations. */
export const callControlRoutes = (control: CallControl): Answer[] => {
  const calls = refusing(control);
  return [...answersByCallId(calls), ...answersBySession(calls)];
};

/** Commands that name the call by its Call-ID. */
function answersByCallId(calls: Calls): Answer[] {
  return [
    answer(routes.hangUpCall, async ({ params, query, caller }) => {
      await calls((c) => c.hangUp(caller.userId, { id: params.id }, query.as));
      return {};
    }),
    answer(routes.holdCall, async ({ params, body, caller }) => {
      await calls((c) => c.hold(caller.userId, { id: params.id }, body.value));
      return { value: body.value };
    }),
    answer(routes.sendCallTones, async ({ params, body, caller }) => {
      await calls((c) => c.sendTones(caller.userId, { id: params.id }, body.input));
      return {};
    }),
    answer(routes.startCallRecording, ({ params, caller }) =>
      calls((c) => c.startRecording(caller.userId, { id: params.id })),
    ),
    answer(routes.changeCallRecording, async ({ params, body, caller }) => {
      await calls((c) => c.changeRecording(caller.userId, { id: params.id }, params.recordingId, body.state));
      return { state: body.state };
    }),
    answer(routes.startCallTransfer, async ({ params, body, caller }) => {
      const target = {
        number: body.targetNumber,
        ownNumber: body.callerId?.number ?? null,
        sessionId: body.sessionId ?? null,
      };
      const { transferId } = await calls((c) => c.startTransfer(caller.userId, { id: params.id }, target));
      return { id: transferId };
    }),
    answer(routes.setCallTransferLines, async ({ params, body, caller }) => {
      const activeLines = [...new Set(body.activeLines)];
      await calls((c) => c.setLines(caller.userId, { id: params.id }, params.transferId, activeLines));
      return { activeLines };
    }),
    answer(routes.dropCallTransfer, async ({ params, caller }) => {
      await calls((c) => c.dropTransfer(caller.userId, { id: params.id }, params.transferId));
      return {};
    }),
    answer(routes.blindTransferCall, async ({ params, body, caller }) => {
      await calls((c) => c.transferBlindly(caller.userId, { id: params.id }, body.targetNumber, body.to));
      return {};
    }),
  ];
}

/** Commands that name the call by its inbox event or session. */
function answersBySession(calls: Calls): Answer[] {
  return [
    answer(routes.startRecordingOf, ({ params, caller }) => calls((c) => c.startRecording(caller.userId, params))),
    answer(routes.stopRecordingOf, async ({ params, caller }) => {
      await calls((c) => c.changeRecording(caller.userId, params, null, 'stopped'));
      return {};
    }),
    answer(routes.holdCallOf, async ({ params, caller }) => {
      await calls((c) => c.hold(caller.userId, params, true));
      return {};
    }),
    answer(routes.unholdCallOf, async ({ params, caller }) => {
      await calls((c) => c.hold(caller.userId, params, false));
      return {};
    }),
    answer(routes.startTransferOf, ({ body, caller }) =>
      calls((c) =>
        c.startTransfer(
          caller.userId,
          { sessionId: body.sessionId },
          { number: body.target, ownNumber: body.ownNumber ?? null, sessionId: null },
        ),
      ),
    ),
    answer(routes.markTransfer, async ({ body, caller }) => {
      const { sessionId, transferId, option } = body;
      const name = { sessionId };
      await calls(async (c) => {
        if (option === 'COMPLETE') return await c.completeTransfer(caller.userId, name, transferId);
        const lines = option === 'BOTH' ? (['INITIAL', 'TARGET'] as const) : ([option] as const);
        await c.setLines(caller.userId, name, transferId, lines);
      });
      return {};
    }),
    answer(routes.startConference, async ({ body, caller }) => {
      const { sessionId, transferId } = body;
      await calls((c) => c.setLines(caller.userId, { sessionId }, transferId, ['INITIAL', 'TARGET']));
      return {};
    }),
    answer(routes.joinCalls, async ({ body, caller }) => {
      const { sessionId, otherSessionId } = body;
      await calls((c) => c.joinCalls(caller.userId, { sessionId }, { sessionId: otherSessionId }));
      return {};
    }),
    answer(routes.parkCall, ({ body, caller }) =>
      calls((c) => c.park(caller.userId, { sessionId: body.sessionId }, body.slot ?? null)),
    ),
    answer(routes.stopTransfer, async ({ body, caller }) => {
      await calls((c) => c.dropTransfer(caller.userId, { sessionId: body.sessionId }, body.transferId));
      return {};
    }),
  ];
}

type Calls = ReturnType<typeof refusing>;

const codes = {
  NO_SUCH_CALL: 'NOT_FOUND',
  WRONG_STATE: 'CONFLICT',
  BAD_TARGET: 'BAD_REQUEST',
  DESTINATION_BARRED: 'DESTINATION_BARRED',
  LIMIT_REACHED: 'LIMIT_REACHED',
  MEDIA_FAILED: 'UNAVAILABLE',
  STORAGE_FULL: 'COMPANY_STORAGE_FULL',
} as const;

/** Runs a command; what the exchange does not do is told in the API's own codes, with its reason. */
const refusing =
  (control: CallControl) =>
  async <T>(command: (control: CallControl) => Promise<T>): Promise<T> => {
    try {
      return await command(control);
    } catch (error) {
      throw asRefusal(error, codes);
    }
  };
