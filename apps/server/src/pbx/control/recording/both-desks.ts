import type { RecordingDesk, RecordingMemory } from './recording-desk.ts';

/** What calls tell both of: recordings of users, and what is captured for the documentation of calls. Users ask the first alone. */
export const bothDesks = (recordings: RecordingDesk, captures: RecordingDesk): RecordingDesk => ({
  ...recordings,
  partiesChanged() {
    recordings.partiesChanged();
    captures.partiesChanged();
  },
  guestLeft(mediaId) {
    recordings.guestLeft(mediaId);
    captures.guestLeft(mediaId);
  },
  takeUp(leg, memory) {
    (memory.purpose === 'documentation' ? captures : recordings).takeUp(leg, memory);
  },
  endpointReplaced(old, by) {
    recordings.endpointReplaced(old, by);
    captures.endpointReplaced(old, by);
  },
  async legReplaced(old, by) {
    await recordings.legReplaced(old, by);
    await captures.legReplaced(old, by);
  },
  cutOff(legId) {
    recordings.cutOff(legId);
    captures.cutOff(legId);
  },
  legLeft(legId) {
    recordings.legLeft(legId);
    captures.legLeft(legId);
  },
  mediaFact(fact) {
    const isOfFile = fact.type === 'recorded' || fact.type === 'recordingFailed';
    if (isOfFile && captures.knows(fact.recordingId)) return captures.mediaFact(fact);
    recordings.mediaFact(fact);
    if (!isOfFile) captures.mediaFact(fact);
  },
});

/** What a restart has to know of both. */
export function memoriesOf(recordings: RecordingDesk, captures: RecordingDesk, legId: string): RecordingMemory[] {
  const [recorded, captured] = [recordings.memoryOf(legId), captures.memoryOf(legId)];
  return [...(recorded ? [recorded] : []), ...(captured ? [{ ...captured, purpose: 'documentation' as const }] : [])];
}
