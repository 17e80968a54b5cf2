import type { deliveredResult } from '@sidetone/contract/entities/assistant.ts';
import { deliverAssistantResult } from '@sidetone/contract/http/ai/assistant-routes.ts';
import { routes } from '@sidetone/contract/http/routes.ts';
import type { z } from 'zod';
import { readConfig } from '../../../config.ts';
import { twoCompanies } from '../../administration/testing/two-companies.ts';

/** What an agent may deliver. */
export type Delivery = z.input<typeof deliveredResult>;

/** A result with the little that it needs. */
export const delivery = (more: Partial<Delivery> = {}): Delivery => ({
  id: '1',
  startedAt: '2026-11-20T10:06:00.000Z',
  ...more,
});

/** Two companies, and a call assistant of the first one that its member uses and an agent delivers to. */
export async function frontDesk(dataDir?: string) {
  const companies = await twoCompanies(
    dataDir === undefined ? undefined : { config: { ...readConfig({}), port: 0, dataDir } },
  );
  const { api, ask, member } = companies;
  const topics = [
    { label: 'Offer', color: 'blue' },
    { label: 'Invoice', color: 'green' },
  ] as const;
  const { body } = await ask(routes.createAssistant, { body: { name: 'Front desk', topics: [...topics] } });
  const assistantId = body.id;
  await ask(routes.setAssistantUser, {
    params: { assistantId, userId: member.userId },
    body: { canSeeTranscripts: true },
  });
  const { body: agent } = await ask(routes.createAssistantToken, { params: { assistantId }, body: { name: 'Agent' } });
  const deliver = (given: Delivery, token = agent.token, to = assistantId) =>
    ask(deliverAssistantResult, { params: { assistantId: to }, body: given }, { token });
  return { ...companies, api, assistantId, agent, deliver };
}
export type FrontDesk = Awaited<ReturnType<typeof frontDesk>>;
