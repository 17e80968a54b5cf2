import type { ShellPort } from '@sidetone/contract/desktop/shell-orders.ts';
import type { IpcRenderer } from 'electron';
import { askChannel, factChannel, traitsWord } from './line.ts';

/**
 * What the page sees of the program. It carries words and understands none: both sides parse them. Facts that come before
 * the page listens wait for it.
 */
export function portOver(ipc: Pick<IpcRenderer, 'invoke' | 'on'>, argv: readonly string[]): ShellPort {
  const listeners = new Map<string, Set<(fact: unknown) => void>>();
  const waiting = new Map<string, unknown[]>();
  ipc.on(factChannel, (_event, said: { name: string; fact: unknown }) => {
    const heard = listeners.get(said.name);
    if (heard !== undefined && heard.size > 0) for (const listener of heard) listener(said.fact);
    else waiting.set(said.name, [...(waiting.get(said.name) ?? []), said.fact].slice(-1));
  });
  return {
    traits: JSON.parse(argv.find((word) => word.startsWith(traitsWord))?.slice(traitsWord.length) ?? 'null'),
    ask: (name, asked) => ipc.invoke(askChannel, { name, asked }),
    hear(name, listener) {
      const heard = listeners.get(name) ?? new Set();
      listeners.set(name, heard.add(listener));
      for (const fact of waiting.get(name) ?? []) listener(fact);
      waiting.delete(name);
      return () => {
        heard.delete(listener);
      };
    },
  };
}
