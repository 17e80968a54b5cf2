import { expect, test } from 'vitest';
import { iceServersFor } from './ice-servers.ts';

const now = new Date('2026-11-20T12:00:00Z');

test('without settings a browser gets no servers, because ours writes reachable candidates itself', () => {
  expect(iceServersFor({ stunUrls: [], turn: undefined }, 'wanna', now)).toEqual([]);
});

test('a TURN credential ends an hour from now and is the signature of its own name', () => {
  const turn = { urls: ['turn:turn.example:3478'], secret: 'north' };
  // echo -n 1795179600:wanna | openssl dgst -sha1 -hmac north -binary | base64
  expect(iceServersFor({ stunUrls: ['stun:stun.example'], turn }, 'wanna', now)).toEqual([
    { urls: ['stun:stun.example'] },
    { urls: ['turn:turn.example:3478'], username: '1795179600:wanna', credential: '8gx+YxNyZWMb/bpjbYkpPsI8XxY=' },
  ]);
});
