import { useStore } from 'zustand';
import { useWords } from '#i18n/use-words.ts';
import { Menu, MenuChoice } from '#ui/Menu.tsx';
import { playing, setSpeed, speeds } from './playing.ts';

const options = speeds.map(String);

/** The speed of all sounds. */
export function SpeedMenu() {
  const { t, language } = useWords();
  const speed = useStore(playing, (state) => state.speed);
  const say = (value: number) => new Intl.NumberFormat(language).format(value);
  return (
    <Menu
      align="end"
      className="min-w-[120px]"
      trigger={
        <button
          type="button"
          aria-label={t(($) => $.player.speed, { speed: say(speed) })}
          className="h-7 min-w-9 flex-none rounded-s px-1.5 text-center font-med text-12 text-ink-2 tabular-nums transition-colors duration-(--d-fast) hover:bg-hover hover:text-ink data-popup-open:bg-hover"
        >
          {say(speed)}×
        </button>
      }
    >
      <MenuChoice
        label={t(($) => $.player.speeds)}
        value={String(speed)}
        options={options.map((value) => ({ value, label: `${say(Number(value))}×` }))}
        onChange={(value) => setSpeed(Number(value))}
      />
    </Menu>
  );
}
