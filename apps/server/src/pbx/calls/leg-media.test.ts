import { expect, test } from 'vitest';
import {
  afterAck,
  afterConnection,
  afterOffer,
  hasAudio,
  isAnswerDue,
  isConnected,
  type LegMedia,
} from './leg-media.ts';

const withAudio: readonly LegMedia[] = ['open', 'offered', 'connected', 'reoffered'];
const about = (media: LegMedia) => ({
  audio: hasAudio(media),
  connected: isConnected(media),
  due: isAnswerDue(media),
});

test.each(withAudio)('%s: what happens changes one thing and leaves the others', (media) => {
  expect(about(afterConnection(media))).toEqual({ ...about(media), connected: true });
  expect(about(afterOffer(media))).toEqual({ ...about(media), due: true });
  expect(about(afterAck(media))).toEqual({ ...about(media), due: false });
});

test.each(['none', 'closed'] as const)('%s: there is nothing that could connect or be offered', (media) => {
  expect([afterConnection(media), afterOffer(media), afterAck(media)]).toEqual([media, media, media]);
  expect(about(media)).toEqual({ audio: false, connected: false, due: false });
});
