import { HatGlasses, type LucideIcon, UserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cn } from './cn.ts';
import { Icon } from './Icon.tsx';
import { initialsOf, tintOf } from './initials.ts';
import { usePicture } from './own-pictures.ts';

/** A shape and a colour for each presence; its word is beside it. */
export type PresenceMark =
  | 'online'
  | 'mobile'
  | 'ringing'
  | 'incall'
  | 'busy'
  | 'dnd'
  | 'follow'
  | 'away'
  | 'offline'
  | 'unknown';

type AvatarSize = 'xl' | 'l' | 'm' | 's' | 'xs' | 'ai';

interface AvatarProps {
  /** Without a name there is a symbol: a person, or for `anonymous` the hat. */
  name?: string | null;
  imageUrl?: string | null;
  size?: AvatarSize;
  /** Organisations are square, people round. */
  square?: boolean;
  anonymous?: boolean;
  /** In place of the initials. */
  icon?: LucideIcon;
  presence?: PresenceMark | null;
  className?: string;
}

const sizes: Record<AvatarSize, string> = {
  xl: 'size-13 text-[17px]',
  l: 'size-11 text-[15px]',
  m: 'size-9 text-[12px]',
  s: 'size-8 text-[11px]',
  xs: 'size-7 text-[10px]',
  ai: 'size-4 text-[7px]',
};

/** Initials on a tint that stays the same for a name. An ornament: the name is beside it. */
export function Avatar({ name, imageUrl, size = 's', square, anonymous, icon, presence, className }: AvatarProps) {
  const tint = name ? tintOf(name) : null;
  return (
    <span
      aria-hidden
      className={cn(
        'relative inline-grid flex-none place-items-center bg-well font-semi text-ink-3 leading-none tracking-[0.01em]',
        square ? 'rounded-[22%]' : 'rounded-full',
        sizes[size],
        className,
      )}
      style={tint === null || icon ? undefined : { background: `var(--av-${tint})`, color: `var(--av-${tint}-ink)` }}
    >
      {face({
        name: name ?? null,
        imageUrl: imageUrl ?? null,
        icon,
        anonymous: anonymous === true,
        square: square === true,
      })}
      {presence ? <PresenceDot mark={presence} small={size === 'xs'} large={size === 'l' || size === 'xl'} /> : null}
    </span>
  );
}

interface FaceProps {
  name: string | null;
  imageUrl: string | null;
  icon: LucideIcon | undefined;
  anonymous: boolean;
  square: boolean;
}

function face({ name, imageUrl, icon, anonymous, square }: FaceProps) {
  if (icon) return <Icon of={icon} />;
  const without = name ? (
    initialsOf(name, square ? 'organization' : 'person')
  ) : (
    <Icon of={anonymous ? HatGlasses : UserRound} size={14} />
  );
  return imageUrl ? <Picture key={imageUrl} url={imageUrl} square={square} without={without} /> : without;
}

/** A picture, or the usual symbol where it cannot be loaded: the server says which hosts pictures may come from. */
function Picture({ url, square, without }: { url: string; square: boolean; without: ReactNode }) {
  const [failed, setFailed] = useState(false);
  const shown = usePicture(url);
  if (failed || shown === null || shown === 'failed') return without;
  return (
    <img
      src={shown.address}
      alt=""
      onError={() => setFailed(true)}
      className={cn('size-full object-cover', square ? 'rounded-[22%]' : 'rounded-full')}
    />
  );
}

interface PresenceDotProps {
  mark: PresenceMark;
  small?: boolean;
  large?: boolean;
}

const marks: Record<PresenceMark, string> = {
  online: 'rounded-full bg-live-fill',
  mobile: 'rounded-s bg-live-fill',
  ringing: 'rounded-full bg-ring-fill',
  incall: 'rounded-[3px] bg-missed-fill',
  busy: 'rounded-[3px] bg-missed-fill',
  dnd: 'rounded-full presence-dnd',
  follow: 'rounded-[3px] bg-held-fill',
  away: 'rounded-full presence-away',
  offline: 'rounded-full presence-offline',
  unknown: 'rounded-full presence-unknown',
};

function PresenceDot({ mark, small, large }: PresenceDotProps) {
  const size = large
    ? 'size-[13px] -right-px -bottom-px'
    : small
      ? 'size-2.5 -right-0.5 -bottom-0.5'
      : 'size-[11px] -right-0.5 -bottom-0.5';
  const upright = small ? 'h-3 w-2 -right-px' : 'h-[13px] w-[9px] -right-px';
  return (
    <i
      data-presence={mark}
      className={cn('presence-edge absolute border-2', size, mark === 'mobile' && upright, marks[mark])}
    />
  );
}
