import { Counter, type Registry } from 'prom-client';
import type { FactBoard } from './events.ts';

/** Counts calls by what became of them. */
export function countCalls(registry: Registry, facts: FactBoard): void {
  const established = new Counter({
    name: 'sidetone_calls_established_total',
    help: 'Calls that were answered.',
    registers: [registry],
  });
  const ended = new Counter({
    name: 'sidetone_calls_ended_total',
    help: 'Calls that ended, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  });
  facts.on('call.established', () => established.inc());
  facts.on('call.ended', ({ reason }) => ended.inc({ reason }));
}
