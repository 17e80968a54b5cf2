import type { BotOrder } from '@sidetone/contract/entities/assistant-voice.ts';
import { steerBotCall, updateTwilioCall } from '@sidetone/contract/http/ai/bot-routes.ts';
import type { FastifyInstance } from 'fastify';
import { bearerToken } from '../requests/callers.ts';
import type { HandOn } from './elsewhere.ts';
import { placeOf, takeIn } from './mount.ts';
import { tokenDoor } from './token-door.ts';

interface TwilioForm {
  readonly Status?: string;
  readonly Twiml?: string;
}

/** Which voice bots steer their calls here, and what does it. */
interface Door<Agent> {
  find(token: string): Promise<Agent>;
  steer(agent: Agent, of: { readonly assistantId: string; readonly callSid: string }, order: BotOrder): Promise<void>;
  update(
    agent: Agent,
    of: { readonly accountSid: string; readonly callSid: string },
    form: TwilioForm,
  ): Promise<'completed' | 'in-progress'>;
}

/** A summary, each of its characters written out as JSON may, and what stands beside it. */
const largestBody = 64 * 1024;
const needed = 'A token of a call assistant is needed.';

/**
 * The door of voice bots that have a call. Only by tokens of call assistants; who has none is refused before anything of the
 * request is read. Twilio's libraries send it with Basic: the SID of the account, and the token as the password.
 */
export function addBotControl<A extends { readonly tokenId: string; readonly accountId: string }>(
  app: FastifyInstance,
  door: Door<A>,
  handOn?: HandOn,
): void {
  const { admit, bearerOf } = tokenDoor(
    door.find,
    needed,
    handOn,
    (header) => bearerToken(header) ?? passwordOf(header),
  );
  app.route({
    ...placeOf(steerBotCall),
    bodyLimit: largestBody,
    onRequest: admit,
    async handler(request, reply) {
      reply.header('cache-control', 'no-store');
      // Parsed by the schemas of the route.
      const of = request.params as { assistantId: string; callSid: string };
      await door.steer(bearerOf(request), of, request.body as BotOrder);
      return {};
    },
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    if (updateTwilioCall.takes) takeIn(scope, updateTwilioCall.takes);
    scope.route({
      ...placeOf(updateTwilioCall),
      bodyLimit: largestBody,
      onRequest: admit,
      async handler(request, reply) {
        reply.header('cache-control', 'no-store');
        const of = request.params as { accountSid: string; callSid: string };
        const status = await door.update(bearerOf(request), of, request.body as TwilioForm);
        return { sid: of.callSid, account_sid: of.accountSid, status };
      },
    });
  });
}

/** The password of Basic; the path says which account it is for. */
function passwordOf(authorization: string | undefined): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  return at < 0 ? undefined : text.slice(at + 1);
}
