/** A path of SVG, e.g. one of `icons.ts`. */
export type IconPath = `M${string}`;

interface Props {
  path: IconPath;
  /** pixels */
  size?: number;
  /** fills the shape, e.g. of a liked heart */
  filled?: boolean;
}

/** An icon in the text's colour, as base.css renders it. Screen readers skip it: label the control. */
export function Icon({ path, size = 22, filled = false }: Props) {
  return (
    <svg
      className={filled ? 'icon filled' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
