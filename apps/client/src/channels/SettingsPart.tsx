import { type ReactNode, useId } from 'react';

interface SettingsPartProps {
  title: string;
  help?: string;
  children: ReactNode;
}

/** A part of the channel settings, with its heading. */
export function SettingsPart({ title, help, children }: SettingsPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-6">
      <div className="mb-1 py-1 text-12">
        <h3 id={id} className="inline font-semi text-ink-2">
          {title}
        </h3>
        {help === undefined ? null : <span className="ml-2 text-ink-3">{help}</span>}
      </div>
      {children}
    </section>
  );
}
