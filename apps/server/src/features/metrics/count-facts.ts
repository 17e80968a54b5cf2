import { Counter, type Registry } from 'prom-client';
import type { FactBoard } from '../../events.ts';

/** Counts what happens to calls and devices, for `/metrics`. Gives the way to stop. */
export function countFacts(registry: Registry, facts: FactBoard): () => void {
  const registers = [registry];
  const ringing = new Counter({
    name: 'sidetone_calls_ringing_total',
    help: 'Calls that rang on at least one device. Answered ones divided by these is the answer ratio.',
    registers,
  });
  const established = new Counter({
    name: 'sidetone_calls_established_total',
    help: 'Calls that were answered.',
    registers,
  });
  const ended = new Counter({
    name: 'sidetone_calls_ended_total',
    help: 'Calls that ended, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const registrations = new Counter({
    name: 'sidetone_registration_changes_total',
    help: 'How often devices came, went, or fell silent. Many in a quiet hour are a bad network.',
    registers,
  });
  const stopping = [
    facts.on('call.ringing', () => ringing.inc()),
    facts.on('call.established', () => established.inc()),
    facts.on('call.ended', ({ reason }) => ended.inc({ reason })),
    facts.on('registration.changed', () => registrations.inc()),
  ];
  return () => {
    for (const stop of stopping) stop();
  };
}
