import { expect, test } from 'vitest';
import { ownNames } from './api/own-names.ts';
import { readConfig } from './config.ts';
import { linkPlaceAt } from './link-places.ts';

const own = ownNames({ ports: () => [8080, 8443], interfaces: () => ['127.0.0.1', '192.168.1.20'] });
const at = (settings: Record<string, string>, asked: string | null) => linkPlaceAt(readConfig(settings), own)(asked);

test('links lead to PUBLIC_URL, wherever the asker is', () => {
  const settings = { PUBLIC_URL: 'https://phone.company.example', HOST: '192.168.1.20' };
  for (const asked of ['http://localhost:8080', 'http://203.0.113.66', null]) {
    expect(at(settings, asked)).toEqual({ origin: 'https://phone.company.example', reach: 'others' });
  }
});

test('where others reach this machine, no link says localhost, and none says what a stranger wrote', () => {
  for (const asked of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://203.0.113.66', 'nonsense', null]) {
    expect(at({ HOST: '192.168.1.20' }, asked)).toEqual({ origin: 'https://192.168.1.20:8443', reach: 'others' });
  }
  const used = at({ HOST: '192.168.1.20' }, 'http://192.168.1.20:8080');
  expect(used).toEqual({ origin: 'http://192.168.1.20:8080', reach: 'others' });
});

test('where only this machine reaches the server, the link says so', () => {
  expect(at({}, 'http://localhost:8080')).toEqual({ origin: 'http://localhost:8080', reach: 'thisMachine' });
  expect(at({}, 'http://192.168.1.20:8080')).toMatchObject({ reach: 'thisMachine' });
  expect(at({ PORT: '9000' }, 'http://203.0.113.66')).toEqual({
    origin: 'http://localhost:9000',
    reach: 'thisMachine',
  });
  expect(at({ PUBLIC_URL: 'http://localhost:8080' }, null)).toMatchObject({ reach: 'thisMachine' });
});
