import { z } from 'zod';
import { botOrder } from '../../entities/assistant-voice.ts';
import { defineRoute } from '../route.ts';

/** As Twilio writes them: two letters and 32 hex digits. */
const sid = (letters: string) => z.string().regex(new RegExp(`^${letters}[0-9a-f]{32}$`));

/**
 * What a voice bot has done with a call that it has (docs/CALL-ASSISTANT.md). It sends the token of its call assistant as
 * `Authorization: Bearer`, so that this is no route of users.
 */
export const steerBotCall = defineRoute({
  method: 'POST',
  path: '/assistants/{assistantId}/calls/{callSid}',
  summary:
    'Hang up a call that the voice bot of a call assistant has, or hand it over to the next step, with a token of the call assistant. NOT_FOUND once the bot no longer has the call',
  audience: 'public',
  params: z.object({ assistantId: z.string().min(1).max(100), callSid: sid('CA') }),
  body: botOrder,
  reply: z.object({}),
  errors: ['UNAUTHENTICATED', 'TOO_MANY_ATTEMPTS'],
});

/** The same for bots that were written for Twilio: the SID of the account and the token as the user and password of Basic. */
export const updateTwilioCall = defineRoute({
  method: 'POST',
  path: '/twilio/2010-04-01/Accounts/{accountSid}/Calls/{callSid}.json',
  summary:
    'Update a call of a voice bot as Twilio has it: `Status=completed` or `Twiml=<Response><Hangup/></Response>` hangs up, `Twiml=<Response><Dial/></Response>` hands the call over to the next step. VALIDATION_FAILED for everything else',
  audience: 'public',
  params: z.object({ accountSid: sid('AC'), callSid: sid('CA') }),
  takes: { as: 'form' },
  body: z.object({ Status: z.string().max(40).optional(), Twiml: z.string().max(4000).optional() }),
  reply: z.object({ sid: z.string(), account_sid: z.string(), status: z.enum(['completed', 'in-progress']) }),
  errors: ['UNAUTHENTICATED', 'TOO_MANY_ATTEMPTS'],
});
