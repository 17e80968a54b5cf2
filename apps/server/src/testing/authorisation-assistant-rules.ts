import type { RouteName } from '@sidetone/contract/http/routes.ts';
import type { RuleOfRoute } from './authorisation-rule.ts';
import type { Things } from './authorisation-world.ts';

const owner = { rule: 'owner' } as const;
const account = { rule: 'account' } as const;
/** The call assistant of the member, and its one result. */
const ofResult = { params: ({ assistantId }: Things) => ({ assistantId, resultId: `result-${assistantId}` }) };
const ofAssistant = { params: ({ assistantId }: Things) => ({ assistantId }) };
const ofUser = {
  params: ({ assistantId, memberId }: Things) => ({ assistantId, userId: memberId }),
};

/** Routes of call assistants. */
export const assistantRules = {
  changeAssistantResult: { ...owner, ...ofResult, body: () => ({ state: 'DONE' }) },
  deleteAssistantResult: { ...owner, ...ofResult },
  sendAssistantFeedback: { ...owner, ...ofResult, body: () => ({ rating: 1 }) },
  // There is no file here, so that its user is told what everyone else is told; the tests of the feature have one.
  assistantTranscript: {
    ...owner,
    params: ({ assistantId }: Things) => ({ assistantId, file: `result-${assistantId}.txt` }),
    alsoFine: [404],
  },
  createAssistant: { rule: 'everybody', body: () => ({ name: 'Front desk' }) },
  changeAssistant: { ...account, ...ofAssistant, body: () => ({ name: 'Front desk' }) },
  deleteAssistant: { ...account, ...ofAssistant },
  // At an address of this machine, which is not asked.
  tryVoiceBot: {
    ...account,
    body: ({ assistantId }: Things) => ({ assistantId, url: 'wss://127.0.0.1/' }),
  },
  setAssistantUser: { ...account, ...ofUser, body: () => ({ canSeeTranscripts: true }) },
  removeAssistantUser: { ...account, ...ofUser },
  createAssistantToken: { ...account, ...ofAssistant, body: () => ({ name: 'Agent' }) },
  revokeAssistantToken: {
    ...account,
    params: ({ assistantId }: Things) => ({ assistantId, tokenId: `token-${assistantId}` }),
  },
} satisfies Readonly<Partial<Record<RouteName, RuleOfRoute>>>;
