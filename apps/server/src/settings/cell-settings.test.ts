import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const files = { CELL_CERT: '/c.crt', CELL_KEY: '/c.key', CELL_CA: '/ca.crt' };

test('without a word each server has its own media processes', () => {
  expect(readConfig({})).toMatchObject({
    mediaHosts: [],
    mediaListen: undefined,
    cell: undefined,
    mediaLeaveSeconds: 900,
  });
});

test('media hosts are named one by one or by a range of ports', () => {
  const { mediaHosts, cell } = readConfig({
    ...files,
    MEDIA: 'tls://10.0.0.21:7443-7444, tls://[fd00::2]:7443,tls://media.lan:1',
  });
  expect(mediaHosts).toEqual([
    { host: '10.0.0.21', port: 7443 },
    { host: '10.0.0.21', port: 7444 },
    { host: 'fd00::2', port: 7443 },
    { host: 'media.lan', port: 1 },
  ]);
  expect(cell).toEqual({ certFile: '/c.crt', keyFile: '/c.key', authorityFile: '/ca.crt' });
  expect(readConfig({ MEDIA_LISTEN: '[::]:7443' }).mediaListen).toEqual({ host: '::', port: 7443 });
});

test.each([
  [{ ...files, MEDIA: 'tcp://10.0.0.21:7443' }, /MEDIA must be such as tls:/],
  [{ ...files, MEDIA: 'tls://10.0.0.21' }, /MEDIA must be such as tls:/],
  [{ ...files, MEDIA: 'tls://10.0.0.21:7450-7443' }, /MEDIA must be such as tls:/],
  [{ ...files, MEDIA: 'tls://10.0.0.21:1-60000' }, /MEDIA must be such as tls:/],
  [{ ...files, MEDIA: 'tls://a b:7443' }, /MEDIA must be such as tls:/],
  [{ ...files, MEDIA: 'tls://a:7443,tls://a:7440-7445' }, /MEDIA must name each media process once/],
  [{ MEDIA: 'tls://a:7443' }, /MEDIA is set without CELL_CERT/],
  [{ CELL_CERT: '/c' }, /CELL_CERT, CELL_KEY and CELL_CA belong together/],
  [{ MEDIA_LISTEN: 'media.lan:7443' }, /MEDIA_LISTEN must be an address of this machine/],
  [{ MEDIA_LISTEN: '10.0.0.21' }, /MEDIA_LISTEN must be an address of this machine/],
  [{ MEDIA_LEAVE_SECONDS: '-1' }, /MEDIA_LEAVE_SECONDS must be a number of seconds/],
])('%j', (env, words) => {
  expect(() => readConfig(env)).toThrow(words);
});
