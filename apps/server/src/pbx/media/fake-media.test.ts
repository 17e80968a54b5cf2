import { expect, test } from 'vitest';
import { FakeMedia } from './fake-media.ts';
import type { MediaFact } from './media.ts';

test('the fake negotiates a whole call with itself', async () => {
  const media = new FakeMedia();
  const offer = await media.openEndpoint({ endpointId: 'caller', kind: 'webrtc' });
  const answer = await media.openEndpoint({ endpointId: 'callee', kind: 'webrtc', offer: offer.sdp, codecs: ['PCMA'] });
  expect(answer.codec).toBe('PCMA');
  expect(await media.acceptAnswer('caller', answer.sdp)).toEqual({ codec: 'PCMA' });
  await media.bridge('caller', 'callee');
  const hold = await media.reoffer('caller', 'sendonly');
  const held = await media.answerReoffer('callee', hold.sdp);
  expect([held.farDirection, held.codec]).toEqual(['sendonly', 'PCMA']);
  await media.close('callee');
  expect(media.endpoints.get('caller')?.bridgedWith).toBeNull();
});

test('the fake refuses what the real one refuses', async () => {
  const media = new FakeMedia();
  const refused = media.openEndpoint({ endpointId: 'a', kind: 'rtp', offer: 'nonsense' });
  await expect(refused).rejects.toMatchObject({ code: 'BAD_SDP' });
  expect(media.endpoints.size).toBe(0);
  await expect(media.play('a', 'busy')).rejects.toMatchObject({ code: 'NO_SUCH_ENDPOINT' });
  media.isUnavailable = true;
  await expect(media.closeAll()).rejects.toMatchObject({ code: 'MEDIA_UNAVAILABLE' });
});

test('when the process is lost, so are its endpoints', async () => {
  const media = new FakeMedia();
  await media.openEndpoint({ endpointId: 'a', kind: 'rtp' });
  const facts: MediaFact[] = [];
  const stop = media.onFact((fact) => facts.push(fact));
  media.tell({ type: 'lost' });
  stop();
  media.tell({ type: 'connected', endpointId: 'a' });
  expect(facts).toEqual([{ type: 'lost' }]);
  expect(media.endpoints.size).toBe(0);
});
