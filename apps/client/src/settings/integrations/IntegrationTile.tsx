import type { Integration } from '@sidetone/contract/entities/integration.ts';
import { ownContactSource } from '@sidetone/contract/rules/contact-sources.ts';
import { cn } from '#ui/cn.ts';
import { tintOf } from '#ui/initials.ts';
import { Logo } from '#ui/Logo.tsx';

interface IntegrationTileProps {
  integration: Pick<Integration, 'displayName' | 'name'>;
  large?: boolean;
  small?: boolean;
}

/** The first letter of an integration on its tint, for our own the mark. An ornament: the name is beside it. */
export function IntegrationTile({
  integration: { displayName, name },
  large = false,
  small = false,
}: IntegrationTileProps) {
  const size = large ? 'size-11' : small ? 'size-6 text-12' : 'size-9';
  if (name === ownContactSource) {
    return (
      <span
        aria-hidden
        className={cn('grid flex-none place-items-center rounded-m border border-line bg-raised', size)}
      >
        <Logo />
      </span>
    );
  }
  const tint = tintOf(displayName);
  return (
    <span
      aria-hidden
      className={cn('grid flex-none place-items-center rounded-m font-semi', size)}
      style={{ background: `var(--av-${tint})`, color: `var(--av-${tint}-ink)` }}
    >
      {[...displayName][0]}
    </span>
  );
}
