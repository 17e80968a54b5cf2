// The rival of the scrolling benchmark: the example list of TanStack Virtual, with the rows of an inbox in memory.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { createElement as h, type ReactNode, useRef } from 'react';
import { createRoot } from 'react-dom/client';

/** What a row shows, nothing else. */
export interface BareRow {
  readonly id: string;
  readonly day: string;
  readonly name: string;
  readonly beside: string | null;
  readonly summary: string;
  readonly time: string;
  readonly duration: string | null;
}

const css = `
  html, body, #list { height: 100%; margin: 0; font: 13px/20px 'Hanken Grotesk Variable', sans-serif }
  #list { overflow-y: auto; padding: 4px 12px 0; box-sizing: border-box }
  .line { position: absolute; top: 0; left: 0; width: 100% }
  .day { display: flex; align-items: center; gap: 8px; height: 40px; padding: 0 12px; font-size: 12px }
  .row { display: flex; align-items: center; gap: 12px; height: 52px; margin-bottom: 8px; padding: 0 12px; border-radius: 8px }
  .row:hover { background: #eaeeec }
  .face { display: grid; place-items: center; width: 32px; height: 32px; border-radius: 50%; background: #e8e4d8; font-size: 11px }
  .who { flex: 1; min-width: 0 }
  .who > span { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
  .when { min-width: 64px; text-align: right; font-size: 12px; line-height: 18px }
  .when > span { display: block }`;

const call = [
  'M16 2v6h6',
  'm22 2-6 6',
  'M13.8 16.6a1 1 0 0 0 1.2-.3l.4-.5A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2',
];
const icon = () =>
  h(
    'svg',
    { width: 16, height: 16, viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeWidth: 1.75 },
    ...call.map((d) => h('path', { key: d, d })),
  );

type Line = { day: string } | { row: BareRow };

function List({ lines }: { lines: readonly Line[] }): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => ('day' in (lines[place] as Line) ? 40 : 60),
    overscan: 8,
    rangeExtractor: defaultRangeExtractor,
  });
  return h(
    'div',
    { id: 'list', ref: scroller },
    h(
      'div',
      { style: { height: list.getTotalSize(), position: 'relative' } },
      list.getVirtualItems().map(({ index, key, start }) => {
        const line = lines[index] as Line;
        const style = { transform: `translateY(${start}px)` };
        if ('day' in line) return h('div', { key, className: 'line', style }, h('div', { className: 'day' }, line.day));
        const { row } = line;
        return h(
          'div',
          { key, className: 'line', style },
          h(
            'div',
            { className: 'row', 'data-call': row.id },
            icon(),
            h('span', { className: 'face' }, row.name.slice(0, 1)),
            h(
              'span',
              { className: 'who' },
              h('span', null, h('b', null, row.name), ' ', row.beside),
              h('span', null, row.summary),
            ),
            h('span', { className: 'when' }, h('span', null, row.time), row.duration),
          ),
        );
      }),
    ),
  );
}

const bareList = {
  show(rows: readonly BareRow[]): void {
    const lines: Line[] = [];
    let day = '';
    for (const row of rows) {
      if (row.day !== day) lines.push({ day: row.day });
      day = row.day;
      lines.push({ row });
    }
    const style = document.createElement('style');
    style.textContent = css;
    document.head.append(style);
    const root = document.createElement('div');
    root.style.height = '100%';
    document.body.append(root);
    createRoot(root).render(h(List, { lines }));
  },
};

export type BareList = typeof bareList;
Object.assign(window, { bareList });
