import { CircleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { toast } from '#ui/toasts.ts';
import { reportSound } from './report-sound.ts';
import type { SoundKey } from './sound.ts';

interface PlayerProblemProps {
  sound: SoundKey;
  /** What it failed with; missing where the server itself could not make it. */
  cause?: unknown;
  onClose: () => void;
}

/** What is in the place of a player whose sound is not to be had. */
export function PlayerProblem({ sound, cause, onClose }: PlayerProblemProps) {
  const { t } = useWords();
  const [reported, setReported] = useState(false);
  const report = async () => {
    setReported(true);
    const done = await reportSound(sound, cause);
    if (done === 'noted') {
      toast({ tone: 'ok', title: t(($) => $.player.reported), text: t(($) => $.player.reportedText) });
    } else {
      setReported(false);
      toast({ tone: 'warn', title: done === 'copied' ? t(($) => $.player.copied) : t(($) => $.player.notReported) });
    }
  };
  return (
    <div role="alert" className="flex min-h-[42px] items-center gap-3 pl-2 text-missed">
      <Icon of={CircleAlert} />
      <span className="min-w-0 flex-1">{t(($) => $.player.failed[sound.kind])}</span>
      <Button size="s" disabled={reported} onClick={() => void report()}>
        {t(($) => $.player.report)}
      </Button>
      <IconButton icon={X} label={t(($) => $.player.close)} onClick={onClose} />
    </div>
  );
}
