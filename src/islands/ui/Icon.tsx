import { ICONS, type IconName } from './icons.ts';

interface Props {
  name: IconName;
  /** pixels; 22 unless told */
  size?: number;
  /** fills the shape, as for a heart that is given */
  filled?: boolean;
}

/** An icon in the colour of the text around it. It says nothing to a screen reader: name the control. */
export function Icon({ name, size = 22, filled = false }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={ICONS[name]} />
    </svg>
  );
}
