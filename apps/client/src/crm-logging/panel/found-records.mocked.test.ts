import { crmEntity } from '@sidetone/contract/entities/call-log.ts';
import { someLogEntity } from '@sidetone/contract/entities/testing/some-log.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useBelongings, useLoggedRecords } from './use-found-records.ts';

const line = vi.hoisted(() => ({ asked: [] as unknown[] }));
vi.mock('#live/line/http.ts', () => ({
  call: async (_route: unknown, asked: unknown) => {
    line.asked.push(asked);
    return { entities: [] };
  },
}));

const deal = crmEntity.parse({
  integrationId: 'hub',
  source: 'HUBSPOT',
  type: 'deals',
  id: '7',
  label: 'Cooling 2026',
  url: null,
  isOpen: true,
  ownerId: null,
});
const contacts = [{ contactId: 'uta' }, { contactId: 'jan' }];

function Drawn({ wanted }: { readonly wanted: boolean }) {
  return createElement(
    'p',
    null,
    useBelongings(contacts, wanted)
      .map(({ label }) => label)
      .join(),
  );
}
const drawn = (client: QueryClient, wanted: boolean): string =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Drawn, { wanted })));
const queriesOf = (client: QueryClient) => client.getQueryCache().getAll();

test('SAPI-024: what belongs to the contacts of a number is what their CRM said of each', () => {
  const client = new QueryClient();
  client.setQueryData(['records of contact', 'uta'], { entities: [deal] });
  expect(drawn(client, true)).toBe('<p>Cooling 2026</p>');
});

test('a CRM is asked by the id of the contact, and only while records are looked for', async () => {
  const client = new QueryClient();
  drawn(client, false);
  expect(queriesOf(client).map(({ options }) => options)).toMatchObject([{ enabled: false }, { enabled: false }]);
  drawn(client, true);
  const [first] = queriesOf(client);
  expect(first?.options).toMatchObject({ enabled: true });
  await first?.fetch();
  expect(line.asked).toMatchObject([{ params: { contactId: 'uta' } }]);
});

const entry = (entityId: string, integrationId: string, logId: string | null) =>
  someLogEntity({ id: `${integrationId}:deals:${entityId}`, integrationId, entityId, logId });

function Records() {
  const entries = [entry('7', 'hub', '9'), entry('8', 'hub', null), entry('6', 'gone', '9'), entry('5', 'hub', '9')];
  const records = useLoggedRecords(entries, new Set(['hub']));
  return createElement('p', null, [...records].map(([id, { label }]) => `${id} ${label}`).join());
}

test('SAPI-023: only what is logged already, in a CRM that is connected, is asked for', async () => {
  const client = new QueryClient();
  client.setQueryData(['record of crm', 'hub', 'deals', '7'], { ...deal, label: 'Cooling 2027' });
  expect(renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Records)))).toBe(
    '<p>hub:deals:7 Cooling 2027</p>',
  );
  expect(queriesOf(client).map(({ queryKey }) => queryKey)).toEqual([
    ['record of crm', 'hub', 'deals', '7'],
    ['record of crm', 'hub', 'deals', '5'],
  ]);
  line.asked.length = 0;
  await queriesOf(client).at(-1)?.fetch();
  expect(line.asked).toMatchObject([{ params: { integrationId: 'hub', type: 'deals', entityId: '5' } }]);
});
