import { expect, test, vi } from 'vitest';
import { partingBy } from './parting.ts';

function page() {
  const ways = { deleted: vi.fn(), gone: vi.fn() };
  const went = () => [ways.deleted.mock.calls.length, ways.gone.mock.calls.length];
  return { parting: partingBy(ways), went };
}

test('a contact deleted from here leads back once, whether the reply or the live data comes first', () => {
  const reply = page();
  reply.parting.deleting(true);
  reply.parting.deleted();
  reply.parting.gone();
  expect(reply.went()).toEqual([1, 0]);
  const news = page();
  news.parting.deleting(true);
  news.parting.gone();
  news.parting.deleted();
  expect(news.went()).toEqual([1, 0]);
});

test('SSHELL-039 SSHELL-040: a contact deleted elsewhere leads to the list, also after a deletion from here that failed', () => {
  const { parting, went } = page();
  parting.deleting(true);
  parting.deleting(false);
  parting.gone();
  expect(went()).toEqual([0, 1]);
});
