import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('only the socket must be given; empty counts as unset', () => {
  expect(readSettings({ MEDIA_SOCKET: '/run/m.sock', MEDIA_PORT: '', RTP_PORTS: '', HOST: '', LOG_LEVEL: '' })).toEqual(
    {
      socketPath: '/run/m.sock',
      mediaPort: 8090,
      rtpPorts: [16_000, 16_999],
      host: '127.0.0.1',
      publicAddresses: [],
      logLevel: 'info',
    },
  );
});

test('everything that is given is read', () => {
  const env = {
    MEDIA_SOCKET: 's',
    MEDIA_PORT: '9',
    RTP_PORTS: '20000-20010',
    HOST: 'localhost',
    PUBLIC_ADDRESS: '203.0.113.1, ::2',
  };
  expect(readSettings(env)).toMatchObject({
    mediaPort: 9,
    rtpPorts: [20_000, 20_010],
    host: '127.0.0.1',
    publicAddresses: ['203.0.113.1', '::2'],
  });
});

test('what makes no sense is refused', () => {
  const good = { MEDIA_SOCKET: 's' };
  const wrong = [
    {},
    { ...good, RTP_PORTS: '9-1' },
    { ...good, RTP_PORTS: 'x' },
    { ...good, MEDIA_PORT: '0' },
    { ...good, HOST: 'here' },
    { ...good, PUBLIC_ADDRESS: 'me' },
  ];
  for (const env of wrong) expect(() => readSettings(env)).toThrow();
});
