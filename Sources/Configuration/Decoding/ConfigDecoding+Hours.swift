// `hours` and `timezone`: when to poll a source.

extension ConfigDecoding {
    /// Nil without `hours`, and for wrong ones, which are reported.
    mutating func hours(of table: ConfigTable) -> OfficeHours? {
        let zone = string("timezone", of: table, expected: "a time zone in quotes, like \"Europe/London\"")
        guard let text = line("hours", of: table, expected: "weekdays and times, like \"Mon..Fri 08:00-18:00\"") else {
            if table.table["timezone"] != nil, !isMisspelt("hours", in: table), table.table["hours"] == nil {
                report("is only used with hours", at: table.path + ["timezone"])
            }
            return nil
        }
        // `line` has reported that.
        if text.allSatisfy(\.isWhitespace) { return nil }
        var clock = ZoneClock.utc
        do throws(ConfigProblem) {
            clock = try zone.map { name throws(ConfigProblem) in try ZoneClock.named(name) } ?? .local()
        } catch {
            report(error.text, at: table.path + ["timezone"])
        }
        do throws(ConfigProblem) {
            return try OfficeHours(text, zone: zone, clock: clock)
        } catch {
            report(error.text, at: table.path + ["hours"])
            return nil
        }
    }
}
