/** Faults that are planted to see that the simulation finds them, by what each of them leaves out. */
export const plantedFaults = {
  mediaObeysEverybody: 'media obeys a carrier of an earlier epoch',
  wakesUpBlind: 'a process that was frozen goes on without asking whose the node is',
  renewsWhatIsLost: 'a lease is renewed although another has the node',
  bookAsksNobody:
    'nothing asks whether the lease was renewed in its time, neither the book nor a process that wakes up',
  tidiesWithoutEpoch: 'tidying ends the calls of a node and leaves its epoch',
  forgetsWhatRings: 'a hand-over does not wait for calls that ring',
  sparesAreAlwaysSure: 'a spare takes a node whose lease ran out while the database was away',
  claimsWithoutEpoch: 'a claim does not raise the epoch',
  answersWithoutSnapshot: 'an answer is written without what a restart needs',
} as const;

export type Planted = keyof typeof plantedFaults;

export const isPlanted = (word: string): word is Planted => Object.hasOwn(plantedFaults, word);
