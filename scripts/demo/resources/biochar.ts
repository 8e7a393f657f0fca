import type { DemoResource } from '#demo/types.ts';

import { heading, image, text } from './block.ts';

export const biochar: DemoResource = {
  key: 'biochar',
  title: 'Biochar with a flame on top: cobs, bamboo and prunings',
  cover: 'covers/biochar',
  publishedDaysAgo: 83,
  blocks: [
    text(
      'Biochar is charcoal made for the soil. Dry wood or cobs are heated until the gas has burned off and the carbon skeleton is left. In the soil that skeleton holds water, air and nutrients for hundreds of years. It is not a fertiliser by itself. Think of it as a cabinet with many drawers that you must fill first.',
    ),
    heading('What to use'),
    text(
      'Corn cobs, coconut shell, bamboo, kakawate and mango prunings, pigeon-pea stalks: nothing thicker than the wrist, all about the same size, and dry, below 20 percent moisture. Wet wood smokes. Never use painted or treated wood, plywood, plastic, tyres or rice sacks; their poison stays in the char and in your lungs. Rice hull packs too tightly for this kiln and has its own method, which you can find under carbonised rice hull.',
    ),
    image('diagrams/biochar-kiln'),
    heading('Why there is so little smoke'),
    text(
      'In a cone of steel or a pit of the same shape, about 1.2 to 1.5 m wide at the top and 70 to 90 cm deep, the fire is lit on top. The flame eats the smoke of the layer under it and uses up the air, so that the char below glows but cannot burn. It reaches 600 to 700 °C. If you see smoke, you feed too fast or too wet.',
    ),
    heading('Step by step'),
    text(
      'Tell the barangay and get the permit that your town asks for. Take bare ground, 20 meters from houses, trees and dry grass, on a day without wind. Have 200 liters of water and a hose at hand before the match. Build a small hot fire in the bottom. When the first sticks are covered with a thin grey film, lay on a new thin layer, and again, every few minutes, always keeping a live flame on top. It takes one to two hours to fill the cone.',
    ),
    text(
      'When the last layer has turned black and only small blue flames are left, quench at once with water, from below if the kiln has a valve, otherwise from above, slowly, standing upwind, since hot steam leaps. Stir until nothing hisses. Leave it to drain until the next day, and look for warm spots before you bag it. From 100 kg of dry cobs you get 18 to 25 kg of dry char. If there is much grey ash, you quenched too late.',
    ),
    heading('Safety'),
    text(
      'Cotton clothes, leather gloves, covered shoes, glasses, no loose sleeves. Children and dogs stay behind a rope. Carbon monoxide has no smell: never do it in a shed or a pit that you stand in, and sit down upwind if your head aches. Crush char only when it is damp, and with a mask. Heaps of dry char can catch fire by themselves, so keep it wet.',
    ),
    heading('Charge it before the field'),
    text(
      'Fresh char is hungry and will take nitrogen from your plants for a season. Fill it first. Either mix it half and half with ripening compost or manure and keep it moist for two to four weeks; or soak it for some days in animal urine diluted with as much water; or spread it in the pens as bedding. Best of all, put 10 percent of it into a new compost heap, where it also binds the ammonia that you would smell.',
    ),
    heading('How much'),
    text(
      'For vegetables 0.5 to 1 kg for each square meter, once, mixed in the top 15 cm (that is 5 to 10 tons per hectare). With little char, use it where the root is: a double handful in each planting hole of ampalaya or papaya. It has a pH of 8 to 10, so it helps sour upland and sandy soils the most. In rich clay, or soil above pH 7.5, it may do nothing. Keep one row without it and weigh both harvests. Then you will know for your own farm.',
    ),
    heading('What it is worth'),
    text(
      'A cone and two people make about 250 to 300 liters in an afternoon. Charged char sells for the price of good compost or a little more. What you do not get from the market you get from the soil, every year, without paying again.',
    ),
  ],
};
