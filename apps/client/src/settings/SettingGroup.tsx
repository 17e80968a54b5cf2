import type { ReactNode } from 'react';
import { cn } from '#ui/cn.ts';

interface SettingGroupProps {
  title?: ReactNode;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Settings that belong together, a line each, in a frame. */
export function SettingGroup({ title, aside, children }: SettingGroupProps) {
  return (
    <section>
      {title === undefined ? null : (
        <div className="mb-2 flex min-h-4 flex-wrap items-center gap-2">
          <h3 className="font-med text-12 text-ink-2">{title}</h3>
          <span className="flex-1" />
          {aside}
        </div>
      )}
      <div className="rounded-m border border-line bg-raised px-4">{children}</div>
    </section>
  );
}

/** The look of one line of a group, for switches and the like. */
export const settingLine = 'min-h-12 border-line border-b py-2 last:border-b-0';

interface SettingLineProps {
  label: ReactNode;
  help?: ReactNode;
  /** The control, at the right. */
  children?: ReactNode;
  /** In front of the words. */
  mark?: ReactNode;
}

/** A line without a switch: its words at the left, its control at the right. */
export function SettingLine({ label, help, children, mark }: SettingLineProps) {
  return (
    <div className={cn('flex flex-wrap items-center gap-x-4 gap-y-2', settingLine)}>
      {mark}
      <div className="min-w-0 flex-1 basis-40">
        <div className="font-med">{label}</div>
        {help === undefined ? null : <div className="text-12 text-ink-3">{help}</div>}
      </div>
      {children}
    </div>
  );
}

/** The scrolling content of a page of groups. */
export function SettingBody({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-8 pb-8 max-[559px]:px-4">{children}</div>
  );
}
