import { deliveredResult } from '@sidetone/contract/entities/assistant.ts';
import { expect, test } from 'vitest';
import { deliveryExample } from './delivery-example.ts';

const example = (topic: string | null) =>
  deliveryExample({
    origin: 'https://phone.example.com',
    assistantId: 'desk',
    token: 'secret-token',
    topic,
    startedAt: '2026-11-20T10:06:00.000Z',
  });

test('the example is a delivery that the server takes', () => {
  const command = example("Driver's application");
  expect(command).toContain("curl -X POST 'https://phone.example.com/api/assistants/desk/results'");
  expect(command).toContain("-H 'Authorization: Bearer secret-token'");
  const body = command.slice(command.indexOf("-d '") + 4, -1).replaceAll(`'\\''`, "'");
  expect(deliveredResult.parse(JSON.parse(body))).toMatchObject({
    primaryTopic: "Driver's application",
    rows: [{ label: 'Call back' }],
  });
});

test('an assistant without topics gets an example without one', () => {
  expect(example(null)).not.toContain('primaryTopic');
});
