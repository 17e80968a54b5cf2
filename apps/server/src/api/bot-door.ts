import type { BotOrder } from '@sidetone/contract/entities/assistant-voice.ts';
import { errorBody } from '@sidetone/contract/errors.ts';
import { steerBotCall, updateTwilioCall } from '@sidetone/contract/http/ai/bot-routes.ts';
import { apiBase, type Route } from '@sidetone/contract/http/route.ts';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { tokenDoor } from './token-door.ts';

interface TwilioForm {
  readonly Status?: string;
  readonly Twiml?: string;
}

/** Which voice bots steer their calls here, and what does it. */
interface Door<Agent extends { readonly tokenId: string }> {
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
 * request is read. What Twilio's libraries send comes with Basic: the SID of the account, and the token as the password.
 */
export function addBotControl<A extends { readonly tokenId: string }>(app: FastifyInstance, door: Door<A>): void {
  const own = tokenDoor(door.find, needed);
  app.route({
    ...placeOf(steerBotCall),
    onRequest: own.admit,
    async handler(request, reply) {
      reply.header('cache-control', 'no-store');
      // Parsed by the schemas of the route.
      const of = request.params as { assistantId: string; callSid: string };
      await door.steer(own.bearerOf(request), of, request.body as BotOrder);
      return {};
    },
  });
  const basic = tokenDoor(door.find, needed, passwordOf);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body.toString()))),
    );
    scope.route({
      ...placeOf(updateTwilioCall),
      onRequest: basic.admit,
      async handler(request, reply) {
        reply.header('cache-control', 'no-store');
        const of = request.params as { accountSid: string; callSid: string };
        const status = await door.update(basic.bearerOf(request), of, request.body as TwilioForm);
        return { sid: of.callSid, account_sid: of.accountSid, status };
      },
    });
  });
}

function placeOf({ method, path, summary, params, body, reply }: Route) {
  const schema: FastifySchema = {
    summary,
    params,
    body,
    security: [{ accessToken: [] }],
    response: { 200: reply, '4xx': errorBody, '5xx': errorBody },
  };
  return { method, url: apiBase + path.replace(/\{(\w+)\}/g, ':$1'), schema, bodyLimit: largestBody };
}

/** The password of Basic; the path says which account it is for. */
function passwordOf(authorization: string | undefined): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  return at < 0 ? undefined : text.slice(at + 1);
}
