// Days by number and by date, over eras of 400 years.

import Testing

@testable import Text

@Suite struct DayNumberTests {
    @Test func `every day of 800 years has its number, and every number its day`() {
        var number = dayNumber(year: 1600, month: 1, day: 1)
        for year in 1600..<2400 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for (month, days) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
                for day in 1...days {
                    #expect(dayNumber(year: year, month: month + 1, day: day) == number)
                    #expect(civilDay(of: number) == (year, month + 1, day))
                    number += 1
                }
            }
        }
    }

    @Test(arguments: [
        (1970, 1, 1, 0), (1969, 12, 31, -1), (1899, 12, 30, -25_569), (0, 3, 1, -719_468), (-1, 3, 1, -719_834),
        (-400, 3, 1, -865_565),
    ])
    func `days before the year 0 are counted, too`(_ year: Int, _ month: Int, _ day: Int, _ number: Int) {
        #expect(dayNumber(year: year, month: month, day: day) == number)
    }
}
