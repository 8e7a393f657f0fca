/** An SVG path, e.g. one of `icons.ts`. */
export type IconPath = `M${string}`;

interface Props {
  path: IconPath;
  /** pixels at a text size of 100 %; grows with the text */
  size?: number;
  /** fills the shape, e.g. the heart of a liked post */
  filled?: boolean;
}

/** An icon in the text’s color, styled by base.css. Screen readers skip it: label the control. */
export function Icon({ path, size, filled = false }: Props) {
  const length = size && `${size / 16}rem`;
  return (
    <svg
      className={filled ? 'icon filled' : 'icon'}
      width={length}
      height={length}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
